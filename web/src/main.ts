import { mount } from "svelte";
import App from "./App.svelte";
import "./styles/tokens.css";
import "./styles/ground.css";
import { wearTheme } from "./parts/theme.svelte";

wearTheme();
const target = document.getElementById("app");
if (target === null) throw new Error("the page has no place for the application");
mount(App, { target });
