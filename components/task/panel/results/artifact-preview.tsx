import { useEffect, useEffectEvent, useState } from "react";
import { succeed } from "@/components/api-client";
import { useProblemText } from "@/components/problem/use-problem-text";
import { Markdown } from "@/components/task/panel/results/markdown";
import { Alert } from "@/components/ui/alert";
import { ScrollBox } from "@/components/ui/scroll-box";
import { Skeleton } from "@/components/ui/skeleton";
import { visibleText } from "@/lib/protocol/visible-text";
import { type Artifact, mediaTypeOf } from "@/lib/task/schema/artifact";

/** Larger files are for saving. */
const MAX_SHOWN_BYTES = 2 * 1024 * 1024;

type Preview = "image" | "html" | "markdown" | "text";

/** Null: it can only be saved. */
export function previewOf({ path, size }: Artifact): Preview | null {
  const type = mediaTypeOf(path);
  if (type.startsWith("image/")) return "image";
  if (size > MAX_SHOWN_BYTES) return null;
  if (type.startsWith("text/html")) return "html";
  if (type.startsWith("text/markdown")) return "markdown";
  return type.startsWith("text/") || type.endsWith("json") || type.endsWith("/xml") ? "text" : null;
}

export function ArtifactPreview({ artifact, url }: { artifact: Artifact; url: string }) {
  const preview = previewOf(artifact);
  return (
    <div className="border-border border-t bg-muted/40 p-3 sm:px-4">
      {preview === "image" ? (
        // biome-ignore lint/performance/noImgElement: a file of a task, which nobody else's server may see.
        <img src={url} alt={visibleText(artifact.path)} className="max-h-[70dvh] max-w-full bg-white" />
      ) : (
        <LoadedText artifact={artifact} url={url} preview={preview} />
      )}
    </div>
  );
}

function LoadedText({ artifact, url, preview }: { artifact: Artifact; url: string; preview: Preview | null }) {
  const name = visibleText(artifact.path);
  const { text, failure } = useText(url);
  if (failure !== null) return <Alert variant="error">{failure}</Alert>;
  if (text === null) return <Skeleton className="h-24" />;
  // Of no origin and without scripts: what a task wrote must not act as the person who looks at it.
  if (preview === "html")
    return <iframe title={name} sandbox="" srcDoc={text} className="h-[70dvh] w-full rounded-md bg-white" />;
  if (preview === "markdown") return <Markdown text={text} />;
  return (
    <ScrollBox aria-label={name} className="max-h-[70dvh] overflow-auto">
      <pre className="wrap-anywhere whitespace-pre-wrap font-mono text-xs">{text}</pre>
    </ScrollBox>
  );
}

function useText(url: string): { text: string | null; failure: string | null } {
  const problemText = useProblemText();
  const [result, setResult] = useState<{ text: string | null; failure: string | null }>({ text: null, failure: null });
  const fail = useEffectEvent((thrown: unknown) => setResult({ text: null, failure: problemText(thrown) }));
  useEffect(() => {
    const leaving = new AbortController();
    succeed(fetch(url, { signal: leaving.signal }))
      .then((response) => response.text())
      .then(
        (text) => setResult({ text, failure: null }),
        (thrown) => !leaving.signal.aborted && fail(thrown),
      );
    return () => leaving.abort();
  }, [url]);
  return result;
}
