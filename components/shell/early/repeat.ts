declare global {
  interface Window {
    /** Both set by NOTE_INPUT, which also has Ctrl-K noted as a click. */
    noteClick?: (event: Event) => void;
    earlyClicks?: Event[];
  }
  interface HTMLElement {
    /** What was entered last, as NOTE_INPUT noted. React has emptied a text area of it, if that held something before. */
    typed?: string;
  }
}

/** A script. */
export const NOTE_INPUT =
  "earlyClicks=[];noteClick=e=>earlyClicks.push(e);addEventListener('click',noteClick,true);" +
  "addEventListener('input',({target:t})=>{t.typed=t.value},true);" +
  "onkeydown=e=>(e.key=='k'|e.key>'z'&e.code=='KeyK')&e.ctrlKey+e.metaKey?!noteClick(e):1";

/** Nobody expects an older click to have an effect any more. */
const MAX_AGE_MS = 10_000;

export type Repeat = () => void;

/**
 * Presses again what was clicked before React took over: the last button and all boxes, each once, because somebody who sees no
 * effect presses again. From now on no click is noted.
 */
export function takeClicks(): Repeat[] {
  const { noteClick, earlyClicks = [] } = window;
  if (noteClick) window.removeEventListener("click", noteClick, true);
  window.onkeydown = null;
  const clicked = [...new Set(earlyClicks.splice(0).filter(isLost).map(buttonOf))].filter((button) => button !== null);
  const last = clicked.findLast((button) => !button.matches(BOX));
  return clicked.filter((button) => button === last || button.matches(BOX)).map((button) => () => button.click());
}

const BOX = "[role=checkbox], [role=switch]";

/** A click that is still on its way made React take over, and reaches it. */
const isLost = ({ eventPhase, timeStamp }: Event): boolean =>
  eventPhase === Event.NONE && performance.now() - timeStamp < MAX_AGE_MS;

/** Links work without scripts. The key is that of the palette, wherever it was pressed. */
function buttonOf({ type, target }: Event): HTMLButtonElement | null {
  if (type === "keydown") return document.querySelector("button[aria-keyshortcuts~='Control+K']");
  return target instanceof Element ? target.closest("button") : null;
}

/** For each field that holds something else than the server sent: enters it again, so that React hears of it. */
export function takeTyped(): Repeat[] {
  const fields = [
    ...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input:not([type=file]), textarea"),
  ];
  return fields.flatMap((field) =>
    field instanceof HTMLInputElement && field.type === "checkbox" ? ticked(field) : typed(field),
  );
}

/** React ignores events of a field whose value is the one it saw last. Only what is set by way of the prototype it does not see. */
function typed(field: HTMLInputElement | HTMLTextAreaElement): Repeat[] {
  const { defaultValue, typed: value = field.value } = field;
  if (value === defaultValue) return [];
  return [
    () => {
      field.value = defaultValue;
      Reflect.set(Object.getPrototypeOf(field), "value", value, field);
      field.dispatchEvent(new Event("input", { bubbles: true }));
    },
  ];
}

function ticked(box: HTMLInputElement): Repeat[] {
  const { checked, defaultChecked } = box;
  if (checked === defaultChecked) return [];
  return [
    () => {
      box.checked = defaultChecked;
      box.click();
    },
  ];
}
