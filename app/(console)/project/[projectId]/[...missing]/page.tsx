import { notFound } from "next/navigation";

/** An address that no screen has: the drawer stays beside the message. */
export default function Page() {
  notFound();
}
