import { formatMoment } from '@giftlane/texts/dates.ts';
import { numberFormat } from '@giftlane/texts/locale.ts';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago something was, in its greatest unit; the moment itself is its title. */
export function Age({ at }: { at: string }) {
  const ms = Math.max(0, Date.now() - Date.parse(at));
  const [unit, unitMs] = units.find(([, least]) => ms >= least) ?? units[2];
  const format = numberFormat({ style: 'unit', unit, unitDisplay: 'short' });
  return (
    <time dateTime={at} title={formatMoment(at)}>
      {format.format(Math.floor(ms / unitMs))}
    </time>
  );
}
