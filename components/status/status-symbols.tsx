import { STATUS_SHAPES, type StatusShape } from "@/components/status/status-shape";

/** Every status icon, for StatusSvg to repeat. */
export const StatusSymbols = () =>
  Object.entries(STATUS_SHAPES).map(([name, shape]) => (
    <symbol key={name} id={`status-${name}`} viewBox="0 0 16 16">
      <StatusDrawing shape={shape} />
    </symbol>
  ));

function StatusDrawing({ shape: { ring, fill, glyph, glyphInTone } }: { shape: StatusShape }) {
  return (
    <>
      {ring && <circle cx="8" cy="8" r={7 - ring / 2} fill="none" stroke="currentColor" strokeWidth={ring} />}
      {fill && <path d={fill} fill="currentColor" />}
      {glyph && (
        <path
          d={glyph}
          fill="none"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
          className={glyphInTone ? "stroke-current" : "stroke-background"}
        />
      )}
    </>
  );
}
