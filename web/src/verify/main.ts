import { mount } from "svelte";
import "../styles/tokens.css";
import "../styles/ground.css";
import VerifyPage from "./VerifyPage.svelte";

const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the application");
mount(VerifyPage, { target });
