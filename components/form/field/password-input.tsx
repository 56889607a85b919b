import { Eye, EyeOff } from "lucide-react";
import { useTranslations } from "next-intl";
import { type ComponentProps, useState } from "react";
import { cn } from "@/components/ui/cn";
import { Input } from "@/components/ui/input";

/** A password input with a button to reveal it. */
export function PasswordInput({ className, disabled, ...props }: Omit<ComponentProps<"input">, "type">) {
  const t = useTranslations("form");
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <span className="relative flex w-full items-center">
      <Input type={shown ? "text" : "password"} disabled={disabled} className={cn("pr-9", className)} {...props} />
      <button
        type="button"
        disabled={disabled}
        aria-label={t(shown ? "hidePassword" : "showPassword")}
        aria-pressed={shown}
        onClick={() => setShown(!shown)}
        className="absolute right-1 grid size-6 place-items-center rounded-sm text-muted-foreground hover:text-foreground disabled:opacity-50"
      >
        <Icon className="size-4" />
      </button>
    </span>
  );
}
