/** What a table is at, from afar. */
import type { Summary } from "../api/schema";
import type { texts } from "../texts";

const BY_NAME = new Intl.Collator("en", { numeric: true });

export interface FromAfar {
  name: keyof typeof texts.state;
  betting: boolean;
}

export function stateOf(summary: Summary): FromAfar {
  if (summary.off) return { name: "off", betting: false };
  if (summary.attendance === "awaited" && summary.next !== "closed" && summary.by !== "patron")
    return { name: "awaited", betting: false };
  switch (summary.next) {
    case "idle":
      return { name: "waiting", betting: true };
    case "start":
    case "ask":
      return { name: "open", betting: true };
    case "prepare":
      return { name: "shuffling", betting: false };
    case "expose":
      return { name: "turning", betting: false };
    case "settle":
      return { name: "settling", betting: false };
    case "repair":
      return { name: "repair", betting: false };
    case "closed":
      return { name: "tableClosed", betting: false };
    case "deal":
      return { name: "dealing", betting: false };
  }
}

/** By name, 2 before 10; what is new while somebody looks comes last, so that nothing else moves. */
export function withNew(before: readonly string[], now: readonly string[]): readonly string[] {
  const known = new Set(before);
  return [...before, ...now.filter((one) => !known.has(one)).sort(BY_NAME.compare)];
}
