import type { ComponentProps } from "react";
import { PageSymbol } from "@/components/theme/symbols";

type RowButtonProps = Omit<ComponentProps<"button">, "aria-label"> & {
  /** Read by screen readers and shown as the tooltip. */
  label: string;
  /** One of the page's drawings. */
  symbol: string;
};

/** An icon button that every row of a list repeats: lighter than IconButton. */
export const RowButton = ({ label, symbol, ...props }: RowButtonProps) => (
  <button type="button" aria-label={label} data-hint="" className="row-button" {...props}>
    <PageSymbol name={symbol} />
  </button>
);
