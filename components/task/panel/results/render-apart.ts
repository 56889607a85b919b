/** "ready": give it a text. */
export type FromWorker = "ready" | { html: string | null };

const MAX_MS = 1_000;

/**
 * Renders Markdown beside the page, and passes on null if it fails, takes too long or is too much. Returns what ends it
 * before.
 */
export function renderApart(text: string, done: (html: string | null) => void): () => void {
  const worker = new Worker(new URL("./markdown-worker.ts", import.meta.url));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    clearTimeout(timer);
    worker.terminate();
  };
  const finish = (html: string | null) => {
    end();
    done(html);
  };
  worker.onerror = () => finish(null);
  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (data !== "ready") return finish(data.html);
    // From here on, as a slow connection is no fault of the text.
    timer = setTimeout(finish, MAX_MS, null);
    worker.postMessage(text);
  };
  return end;
}
