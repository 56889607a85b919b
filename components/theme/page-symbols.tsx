"use client";

import dynamic from "next/dynamic";
import { Suspense } from "react";
import { AllSymbols } from "@/components/theme/all-symbols";

const Loaded = dynamic(() => import("@/components/theme/all-symbols").then((module) => module.AllSymbols));

const ID = "symbols";
let drawn: string | undefined;

/**
 * Drawings that occur in every row of a list, once in each page: a row repeats them with `<use>`. The browser takes them
 * from the page as the server rendered it; they are neither in its scripts nor in what React needs beside the markup. A
 * page that only the browser renders, such as a missing one, loads them.
 */
export function PageSymbols() {
  if (typeof window === "undefined") {
    return (
      <svg id={ID} aria-hidden="true" className="hidden">
        <AllSymbols />
      </svg>
    );
  }
  drawn ??= document.getElementById(ID)?.innerHTML;
  if (drawn === undefined) {
    return (
      <svg aria-hidden="true" className="hidden">
        <Suspense>
          <Loaded />
        </Suspense>
      </svg>
    );
  }
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the page's own markup
  return <svg id={ID} aria-hidden="true" className="hidden" dangerouslySetInnerHTML={{ __html: drawn }} />;
}
