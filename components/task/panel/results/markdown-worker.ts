import { htmlOf } from "@/components/task/panel/results/markdown-html";
import type { FromWorker } from "@/components/task/panel/results/render-apart";

const tell = (message: FromWorker): void => postMessage(message);

addEventListener("message", ({ data }: MessageEvent<string>) => tell({ html: htmlOf(data, location.origin) }));
tell("ready");
