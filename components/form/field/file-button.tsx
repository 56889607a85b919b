import { FileInput } from "lucide-react";
import { useTranslations } from "next-intl";
import { type DragEvent, useRef } from "react";
import { Button } from "@/components/ui/button";

type FileButtonProps = { disabled?: boolean; onTake: (file: File) => void };

/** Takes the value of a field from a file. */
export function FileButton({ disabled, onTake }: FileButtonProps) {
  const t = useTranslations("form");
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="sm" disabled={disabled} onClick={() => input.current?.click()}>
        <FileInput />
        {t("fromFile")}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onTake(file);
          // The same file can be chosen again.
          target.value = "";
        }}
      />
    </>
  );
}

/** For an element on which the file may be dropped; dropped text stays with the browser. */
export const fileDrop = (onTake: (file: File) => void) => ({
  onDragOver: (event: DragEvent) => {
    if (event.dataTransfer.types.includes("Files")) event.preventDefault();
  },
  onDrop: (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (!file) return;
    event.preventDefault();
    onTake(file);
  },
});
