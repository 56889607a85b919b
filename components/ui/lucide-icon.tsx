import { type ComponentProps, createElement } from "react";

type LucideIconProps = ComponentProps<"svg"> & {
  /** Its shapes as lucide-react has them, whose attributes include React's key. */
  icon: { size: number; node: [tag: string, attributes: Record<string, string>][] };
};

/**
 * What the build puts into the place of lucide-react's own component: the icons of a list's frame were 11 kB, most of it
 * attributes that are the same for each and stand in ui.css now.
 */
export default function LucideIcon({ icon: { size, node }, className, children, ...svg }: LucideIconProps) {
  const isNamed = children || svg.role || svg["aria-label"] || svg["aria-labelledby"];
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: hidden unless its attributes or children name it
    <svg
      viewBox={`0 0 ${size} ${size}`}
      aria-hidden={isNamed ? undefined : true}
      className={className ? `lucide ${className}` : "lucide"}
      {...svg}
    >
      {node.map(([tag, attributes]) => createElement(tag, attributes))}
      {children}
    </svg>
  );
}
