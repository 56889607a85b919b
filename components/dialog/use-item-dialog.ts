import { useRouter } from "next/navigation";
import { useState } from "react";

/** The form in which the items of a list are made and changed; what it saved is fetched at once. Spread `dialog` on it. */
export function useItemDialog<Item>() {
  const router = useRouter();
  const [{ open, item }, setState] = useState<{ open: boolean; item: Item | null }>({ open: false, item: null });
  return {
    create: () => setState({ open: true, item: null }),
    edit: (chosen: Item) => setState({ open: true, item: chosen }),
    /** What is edited; null: something new. It stays while the dialog closes. */
    item,
    dialog: { open, onOpenChange: (next: boolean) => setState({ open: next, item }), onSaved: () => router.refresh() },
  };
}
