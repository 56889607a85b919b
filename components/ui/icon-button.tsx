"use client";

import { Button, type ButtonProps } from "@/components/ui/button";
import { Hint } from "@/components/ui/hint";

type IconButtonProps = Omit<ButtonProps, "aria-label"> & {
  /** Read by screen readers and shown as the tooltip. */
  label: string;
};

export function IconButton({ label, variant = "ghost", size = "icon-sm", ...props }: IconButtonProps) {
  return (
    <Hint text={label}>
      <Button aria-label={label} variant={variant} size={size} {...props} />
    </Hint>
  );
}
