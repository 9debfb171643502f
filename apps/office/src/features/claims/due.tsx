import { formatMoment } from '@giftlane/texts/dates.ts';
import { numberFormat } from '@giftlane/texts/locale.ts';
import { text } from '@giftlane/texts/text.ts';
import { cx } from '@giftlane/ui/cx.ts';

const hourMs = 3_600_000;
/** A clock that ends within so long is in colour. */
const soonMs = 8 * hourMs;
const hours = numberFormat({ style: 'unit', unit: 'hour', unitDisplay: 'short' });

/** How long a clock has left, in hours; the moment itself is its title. */
export function Due({ at }: { at: string }) {
  const leftMs = Date.parse(at) - Date.now();
  const isOver = leftMs < 0;
  const time = hours.format(Math.ceil(Math.abs(leftMs) / hourMs));
  return (
    <time
      dateTime={at}
      title={formatMoment(at)}
      className={cx('tabular-nums', isOver ? 'text-fail' : leftMs < soonMs && 'text-amber')}
    >
      {isOver ? text('office.claim.over', { time }) : text('office.claim.left', { time })}
    </time>
  );
}
