import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useOnceOpen } from "@/components/dialog/prefetch-on-interaction";
import { useConsole } from "@/components/shell/console-context";
import { useShell } from "@/components/shell/shell-context";

const UserForm = dynamic(() => import("@/components/user/user-form").then((module) => module.UserForm), {
  loading: () => null,
});

/** The Edit Account dialog. */
export function AccountDialog() {
  const { user } = useConsole();
  const { overlay, show } = useShell();
  const router = useRouter();
  const open = overlay === "account";
  const opened = useOnceOpen(open);
  if (!opened) return null;
  return (
    <UserForm
      item={user}
      open={open}
      onOpenChange={(next) => show(next ? "account" : null)}
      onSaved={() => router.refresh()}
    />
  );
}
