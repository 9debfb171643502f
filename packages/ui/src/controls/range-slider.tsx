import { Slider } from '@base-ui/react/slider';
import { useState } from 'react';

interface RangeSliderProps {
  label: string;
  minLabel: string;
  maxLabel: string;
  limits: { min: number; max: number };
  value: { min: number; max: number };
  step: number;
  /** Text of a value. */
  format: (value: number) => string;
  /** Called when a thumb is released. */
  onCommit: (value: { min: number; max: number }) => void;
}

const thumbClass =
  'size-6 rounded-pill border-2 border-leaf bg-surface shadow-contact has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf';

const pairOf = (value: number | readonly number[]): [number, number] =>
  typeof value === 'number' ? [value, value] : [value[0] ?? 0, value[1] ?? 0];

/** A slider with two thumbs, for a range. */
export function RangeSlider(props: RangeSliderProps) {
  const { label, limits, value, step, format, onCommit } = props;
  const [moving, setMoving] = useState<[number, number]>();
  const [low, high] = moving ?? [value.min, value.max];
  return (
    <Slider.Root
      min={limits.min}
      max={limits.max}
      step={step}
      value={[low, high]}
      onValueChange={(next) => setMoving(pairOf(next))}
      onValueCommitted={(next) => {
        const [min, max] = pairOf(next);
        setMoving(undefined);
        onCommit({ min, max });
      }}
      aria-label={label}
    >
      <p className="mb-1 flex justify-between text-13 text-soft tabular-nums" aria-hidden="true">
        <span>{format(low)}</span>
        <span>{format(high)}</span>
      </p>
      <Slider.Control className="flex h-11 touch-none items-center px-3">
        <Slider.Track className="h-1 w-full rounded-pill bg-line">
          <Slider.Indicator className="rounded-pill bg-leaf" />
          <Slider.Thumb
            index={0}
            aria-label={props.minLabel}
            getAriaValueText={(_, at) => format(at)}
            className={thumbClass}
          />
          <Slider.Thumb
            index={1}
            aria-label={props.maxLabel}
            getAriaValueText={(_, at) => format(at)}
            className={thumbClass}
          />
        </Slider.Track>
      </Slider.Control>
    </Slider.Root>
  );
}
