import type { ReactNode } from "react";
import type { BuiltinApp } from "@/lib/protocol/app";

const SNAKE =
  "M8.3 5H4A2.4 2.4 0 0 0 1.6 7.4v1.2A2.4 2.4 0 0 0 4 11h1V9.4A1.4 1.4 0 0 1 6.4 8h3.2A1.4 1.4 0 0 0 11 6.6V4a2.4 2.4 0 0 0-2.4-2.4H7.4A2.4 2.4 0 0 0 5 4v1";

const hexagon = (x: number, y: number) => `M${x} ${y - 2.9}l2.5 1.45v2.9L${x} ${y + 2.9}l-2.5-1.45v-2.9z`;

/** Our own icons for built-in applications, in a 16 by 16 box; shapes are filled, lines stroked. */
const APP_DRAWINGS: Record<BuiltinApp, ReactNode> = {
  ansible: (
    <>
      <circle cx="8" cy="8" r="7.2" fill="currentColor" stroke="none" />
      <path d="M5.2 11.6 8.1 4.6l3.1 7L6.7 8.2" className="stroke-card" />
    </>
  ),
  terraform: (
    <path
      d="M1.3.9l4 2.3v4.6l-4-2.3zM6 3.7l4 2.3v4.6L6 8.3zM6 9.3l4 2.3v4.1l-4-2.3zM14.7 3.7l-4 2.3v4.6l4-2.3z"
      fill="currentColor"
      stroke="none"
    />
  ),
  tofu: <path d="M8 1.4l5.9 3.2v6.8L8 14.6l-5.9-3.2V4.6zM2.3 4.7L8 7.9l5.7-3.2M8 7.9v6.5M10.4 10.6v-.1M12.2 9.6v-.1" />,
  bash: (
    <>
      <rect x="1.2" y="2.2" width="13.6" height="11.6" rx="2.2" />
      <path d="M4.2 5.6L6.6 8l-2.4 2.4M8.4 10.6h3.2" />
    </>
  ),
  powershell: <path d="M4.4 2.8h10.4l-2.9 10.4H1.2zM5.8 5.6l2.1 2.2-3 2.5M8.4 10.4h2.4" />,
  python: (
    <>
      <path d={SNAKE} />
      <path d={SNAKE} transform="rotate(180 8 8)" />
    </>
  ),
  workflow: (
    <>
      <rect x="1.4" y="5.9" width="4.2" height="4.2" rx="1.2" />
      <rect x="10.4" y="1.8" width="4.2" height="4.2" rx="1.2" />
      <rect x="10.4" y="10" width="4.2" height="4.2" rx="1.2" />
      <path d="M5.6 8h2.2M10.4 3.9H9.2A1.4 1.4 0 0 0 7.8 5.3v5.4a1.4 1.4 0 0 0 1.4 1.4h1.2" />
    </>
  ),
  pulumi: (
    <path d={`${hexagon(8, 4.3)}${hexagon(4.7, 10.9)}${hexagon(11.3, 10.9)}`} fill="currentColor" stroke="none" />
  ),
};

/** For applications added by an administrator. */
const OTHER_APP: ReactNode = <path d="M2.2 4.8L8 1.8l5.8 3v6.4L8 14.2l-5.8-3zM2.4 4.9L8 7.8l5.6-2.9M8 7.8v6.2" />;

/** All of them, for AppIcon to repeat. */
export const AppSymbols = () =>
  Object.entries({ ...APP_DRAWINGS, other: OTHER_APP }).map(([name, drawing]) => (
    <symbol
      key={name}
      id={`app-${name}`}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.3"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {drawing}
    </symbol>
  ));
