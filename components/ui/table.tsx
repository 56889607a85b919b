// biome-ignore-all lint/a11y/noRedundantRoles: other display values (cards on a phone) remove the native roles

import type { ComponentProps } from "react";

/* Looks: ui.css. */

export function Table(props: ComponentProps<"table">) {
  return <table role="table" data-slot="table" {...props} />;
}

export function TableHeader(props: ComponentProps<"thead">) {
  return <thead role="rowgroup" {...props} />;
}

export function TableBody(props: ComponentProps<"tbody">) {
  return <tbody role="rowgroup" {...props} />;
}

export function TableRow(props: ComponentProps<"tr">) {
  return <tr role="row" {...props} />;
}

export function TableHead(props: ComponentProps<"th">) {
  return <th role="columnheader" scope="col" {...props} />;
}

export function TableCell(props: ComponentProps<"td">) {
  return <td role="cell" {...props} />;
}
