import type { ReactNode } from "react";
import { Field, type FieldProps } from "@/components/form/field/field";

type GroupFieldProps = Omit<FieldProps, "disabled"> & {
  /** The items show their own errors. */
  itemErrors?: boolean;
  children: ReactNode;
};

/** A field of several controls with one label, help and error. */
export function GroupField({ children, ...props }: GroupFieldProps) {
  return (
    <Field {...props}>
      {({ id, ...described }, labelId) => (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be disabled and styled with the form's own
        <div
          id={id}
          role="group"
          aria-labelledby={labelId}
          aria-describedby={described["aria-describedby"]}
          className="flex flex-col gap-2"
        >
          {children}
        </div>
      )}
    </Field>
  );
}
