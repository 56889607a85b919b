import { useLayoutEffect, useState, useSyncExternalStore } from "react";
import { STATE_CLASSES, STATE_SIGNS } from "@/components/task/hosts/host-states";
import { HOST_STATES, STATE_LETTERS } from "@/lib/protocol/events";

/** Pixels from one cell to the next. */
export const CELL = 24;
const MARGIN = 1;
const RADIUS = 4;

export type CellPictures = {
  /** Pixels of the screen for one of the page. */
  ratio: number;
  /** By the letter of a state. */
  of: ReadonlyMap<string, HTMLCanvasElement>;
};

/** A picture of each state's cell, in the colours of the theme; null before the first layout. */
export function useCellPictures(): CellPictures | null {
  const theme = useSyncExternalStore(watchTheme, themeClass, () => "");
  const [pictures, setPictures] = useState<CellPictures | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme changes what the classes look like
  useLayoutEffect(() => setPictures(drawPictures(window.devicePixelRatio)), [theme]);
  return pictures;
}

const themeClass = (): string => document.documentElement.className;

function watchTheme(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ["class"] });
  return () => observer.disconnect();
}

function drawPictures(ratio: number): CellPictures {
  const pictures = HOST_STATES.map((state) => {
    // A new one for each: with less motion asked for, colours change within a moment, and the one before would still be read.
    const sample = document.createElement("span");
    sample.className = `fixed text-xs ${STATE_CLASSES[state]}`;
    document.body.append(sample);
    const picture = drawPicture(STATE_SIGNS[state], getComputedStyle(sample), ratio);
    sample.remove();
    return [STATE_LETTERS[state], picture] as const;
  });
  return { ratio, of: new Map(pictures) };
}

function drawPicture(sign: string, style: CSSStyleDeclaration, ratio: number): HTMLCanvasElement {
  const picture = document.createElement("canvas");
  picture.width = picture.height = Math.round(CELL * ratio);
  const context = picture.getContext("2d");
  if (!context) return picture;
  context.scale(ratio, ratio);
  context.fillStyle = style.backgroundColor;
  context.beginPath();
  context.roundRect(MARGIN, MARGIN, CELL - 2 * MARGIN, CELL - 2 * MARGIN, RADIUS);
  context.fill();
  context.fillStyle = style.color;
  context.font = `${style.fontSize} ${style.fontFamily}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(sign, CELL / 2, CELL / 2);
  return picture;
}
