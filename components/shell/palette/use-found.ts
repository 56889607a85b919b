import { useEffect, useState } from "react";
import { api } from "@/components/api-client";
import type { Question } from "@/components/shell/palette/entry";
import type { Found } from "@/lib/system/schema";

/** While somebody types, not every letter is searched for. */
const PAUSE_MS = 120;

/** The server's last answer. `current`: it is the one to the question. */
type Answer = { items: Found[]; failed: boolean; current: boolean };

/** What the user's projects contain; projects themselves are listed by the palette. */
export function useFound({ text, active }: Pick<Question, "text" | "active">): Answer {
  const asked = JSON.stringify([text, active]);
  const [answer, setAnswer] = useState({ asked: "", items: NONE, failed: false });
  useEffect(() => {
    if (text === "") return;
    const controller = new AbortController();
    const { signal } = controller;
    const timer = setTimeout(() => {
      api("GET /search", { query: { q: text, active }, signal }).then(
        (all) => setAnswer({ asked, items: all.filter(({ kind }) => kind !== "project"), failed: false }),
        () => signal.aborted || setAnswer({ asked, items: NONE, failed: true }),
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [asked, text, active]);
  if (text === "") return { items: NONE, failed: false, current: true };
  return { ...answer, current: answer.asked === asked };
}

const NONE: Found[] = [];
