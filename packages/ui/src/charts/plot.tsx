import { numberFormat } from '@giftlane/texts/locale.ts';
import type { PointerEvent } from 'react';
import { useAtFirst } from '../browser/at-first.ts';
import { cx } from '../cx.ts';
import { heightOf, nearest, type Placed, type Scale } from './scale.ts';

const inPercent = (share: number) => `${share * 100}%`;

/** The drawing's own units; it is stretched to whatever room there is. */
const [width, height] = [1000, 100];

/** A line from point to point; a stepped one keeps a value until the next point. */
const lineOf = (placed: readonly Placed[], stepped: boolean) =>
  placed
    .map(({ x, y }, index) => {
      const [across, down] = [x * width, y * height];
      if (index === 0) return `M${across} ${down}`;
      return stepped ? `H${across}V${down}` : `L${across} ${down}`;
    })
    .join('');

function Drawing({ scale, stepped }: { scale: Scale; stepped: boolean }) {
  const line = lineOf(scale.placed, stepped);
  const [first, last] = [scale.placed[0], scale.placed.at(-1)];
  const area = `${line}L${(last?.x ?? 1) * width} ${height}L${(first?.x ?? 0) * width} ${height}Z`;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="absolute inset-0 size-full overflow-visible"
    >
      <path d={area} className="fill-leaf-tint" />
      {scale.ticks.map((tick) => (
        <line
          key={tick}
          x1="0"
          x2={width}
          y1={heightOf(scale, tick) * height}
          y2={heightOf(scale, tick) * height}
          vectorEffect="non-scaling-stroke"
          className="stroke-line"
        />
      ))}
      <path
        d={line}
        fill="none"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
        className="stroke-leaf"
      />
    </svg>
  );
}

function Dot({ x, y }: Placed) {
  return (
    <span
      className="absolute size-3 -translate-1/2 rounded-pill border-2 border-surface bg-leaf"
      style={{ left: inPercent(x), top: inPercent(y) }}
    />
  );
}

/** The first label starts at the left edge, the last one ends at the right one; a phone has room for three. */
const labels = [
  { share: 0, look: '' },
  { share: 0.25, look: '-translate-x-1/2 max-sm:hidden' },
  { share: 0.5, look: '-translate-x-1/2' },
  { share: 0.75, look: '-translate-x-1/2 max-sm:hidden' },
  { share: 1, look: '-translate-x-full' },
] as const;

interface PlotProps {
  scale: Scale;
  /** What is drawn jumps from value to value. */
  stepped?: boolean;
  /** It says how something went, and is not read off. */
  low?: boolean;
  /** ISO 4217 code, where the values are amounts. */
  currency?: string;
  /** The words below a place of the drawing. */
  axis: (atMs: number) => string;
  /** What the keys move, in words. */
  label: string;
  /** The point that is read out; the last one when there is none. */
  chosen: number | undefined;
  onChoose: (index: number | undefined) => void;
  /** A point in words. */
  say: (index: number) => string;
}

/**
 * Read out by pointer, finger or arrow keys: the keys move a slider that only they and listeners find. What stands at
 * a place of its own is not in a page the server draws, which may have no styles of elements.
 */
export function Plot({
  scale,
  stepped = false,
  low = false,
  currency,
  axis,
  label,
  chosen,
  onChoose,
  say,
}: PlotProps) {
  const atFirst = useAtFirst();
  const last = scale.placed.length - 1;
  const shown = scale.placed[chosen ?? last];
  const point = (event: PointerEvent<HTMLElement>) => {
    const { left, width: across } = event.currentTarget.getBoundingClientRect();
    onChoose(nearest(scale, (event.clientX - left) / across));
  };
  const tickLabel = numberFormat({
    ...(currency && { style: 'currency', currency }),
    minimumFractionDigits: scale.decimals,
    maximumFractionDigits: scale.decimals,
  });
  // What was at one moment stands in the middle, with that moment below it.
  const places =
    scale.lastMs > scale.firstMs ? labels : labels.filter(({ share }) => share === 0.5);
  const atMs = (share: number) => scale.firstMs + share * (scale.lastMs - scale.firstMs);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3 text-13 text-soft tabular-nums">
      <div
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={() => onChoose(undefined)}
        className={cx(
          'relative touch-pan-y rounded-small has-focus-visible:outline-2 has-focus-visible:outline-offset-4 has-focus-visible:outline-leaf',
          low ? 'h-24' : 'h-56 md:h-72',
        )}
      >
        <Drawing scale={scale} stepped={stepped} />
        {shown && !atFirst && (
          <>
            {chosen !== undefined && (
              <span
                className="absolute inset-y-0 border-s border-edge"
                style={{ left: inPercent(shown.x) }}
              />
            )}
            <Dot {...shown} />
          </>
        )}
        <input
          type="range"
          min={0}
          max={last}
          value={chosen ?? last}
          onChange={(event) => onChoose(Number(event.target.value))}
          onBlur={() => onChoose(undefined)}
          aria-label={label}
          aria-valuetext={say(chosen ?? last)}
          className="sr-only"
        />
      </div>
      <div aria-hidden="true" className="relative text-end">
        {!atFirst &&
          scale.ticks.map((tick) => (
            <span
              key={tick}
              className="absolute end-0 -translate-y-1/2"
              style={{ top: inPercent(heightOf(scale, tick)) }}
            >
              {tickLabel.format(tick)}
            </span>
          ))}
        {/* Gives the column its width. */}
        <span className="invisible">{tickLabel.format(scale.ticks.at(-1) ?? 0)}</span>
      </div>
      <div aria-hidden="true" className="relative mt-2 h-5">
        {!atFirst &&
          places.map(({ share, look }) => (
            <span
              key={share}
              className={`absolute whitespace-nowrap ${look}`}
              style={{ left: inPercent(share) }}
            >
              {axis(atMs(share))}
            </span>
          ))}
      </div>
    </div>
  );
}
