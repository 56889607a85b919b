import { notFound } from "next/navigation";

/** An unknown URL within a project: shows the message with the drawer. */
export default function Page() {
  notFound();
}
