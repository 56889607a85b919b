import { type RefCallback, useEffectEvent, useLayoutEffect } from "react";

/** Radix adds the ref, and attributes that the element sets itself. */
type TriggerAtProps = { target: HTMLElement; ref?: RefCallback<HTMLElement> };

/** As the child of a Radix trigger: makes an element the trigger that is already on the page, so that Radix can load later. */
export function TriggerAt({ target, ref }: TriggerAtProps) {
  const assign = useEffectEvent((element: HTMLElement | null) => ref?.(element));
  useLayoutEffect(() => {
    assign(target);
    return () => {
      assign(null);
    };
  }, [target]);
  return null;
}
