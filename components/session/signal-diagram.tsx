import { cn } from "@/components/ui/cn";

/** Lines of a track diagram: three tracks with points between them, as on a signal box's panel. */
const TRACKS = [
  "M-20 250H560L640 330H1620",
  "M-20 450H1620",
  "M-20 650H420L500 570H1060L1140 650H1620",
  "M300 450L380 370H760L840 450",
  "M1180 330L1300 450",
  "M900 570L1020 450",
];

const SLEEPERS = ["M-20 250H560", "M900 330H1620", "M-20 650H420", "M1140 650H1620"];

const RUNNING = "fill-running";

const LAMPS: { x: number; y: number; classes: string }[] = [
  { x: 170, y: 250, classes: "fill-success" },
  { x: 300, y: 450, classes: RUNNING },
  { x: 420, y: 650, classes: "fill-waiting" },
  { x: 560, y: 250, classes: "fill-waiting" },
  { x: 1180, y: 330, classes: "fill-amber" },
  { x: 1300, y: 450, classes: RUNNING },
  { x: 1440, y: 330, classes: "fill-waiting" },
  { x: 1140, y: 650, classes: "fill-success" },
  { x: 1480, y: 650, classes: "fill-error" },
];

/** The picture behind the sign-in card. */
export function SignalDiagram() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 1600 900"
      preserveAspectRatio="xMidYMid slice"
      className="mask-radial-from-40% mask-radial-at-center absolute inset-0 -z-10 size-full"
    >
      <g fill="none" strokeLinejoin="round" className="stroke-border">
        {TRACKS.map((path) => (
          <path key={path} d={path} strokeWidth="5" />
        ))}
        {SLEEPERS.map((path) => (
          <path key={path} d={path} strokeWidth="17" strokeDasharray="2 26" />
        ))}
      </g>
      {LAMPS.map(({ x, y, classes }) => (
        <g key={`${x} ${y}`} className={classes}>
          <circle cx={x} cy={y} r="15" className="fill-background" />
          <circle
            cx={x}
            cy={y}
            r="13"
            opacity="0.22"
            className={cn(classes === RUNNING && "origin-center animate-breathe [transform-box:fill-box]")}
          />
          <circle cx={x} cy={y} r="6.5" />
        </g>
      ))}
    </svg>
  );
}
