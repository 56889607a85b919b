import { useRouter } from "next/navigation";
import { useState } from "react";

/** State of the form for a list's items; refreshes the list after saving. Spread `dialog` on the form. */
export function useItemDialog<Item>() {
  const router = useRouter();
  const [{ open, item }, setState] = useState<{ open: boolean; item: Item | null }>({ open: false, item: null });
  return {
    create: () => setState({ open: true, item: null }),
    edit: (chosen: Item) => setState({ open: true, item: chosen }),
    /** The edited item; null: a new one. Kept while the dialog closes. */
    item,
    dialog: { open, onOpenChange: (next: boolean) => setState({ open: next, item }), onSaved: () => router.refresh() },
  };
}
