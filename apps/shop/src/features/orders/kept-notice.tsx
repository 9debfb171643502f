import { formatDate, formatTime } from '@giftlane/texts/dates.ts';
import { text } from '@giftlane/texts/text.ts';
import { Notice } from '@giftlane/ui/layout/notice.tsx';
import { Dated } from '../../rooms/pages/dated.tsx';

/** Says that what is shown comes from before the network was lost. */
export function KeptNotice({ keptAt }: { keptAt: string }) {
  return (
    <div className="mb-4">
      <Notice standing tone="waiting" title={text('offline.orders')}>
        <p className="text-15">
          <Dated
            words={text('offline.keptAt', { date: formatDate(keptAt), time: formatTime(keptAt) })}
          />
        </p>
      </Notice>
    </div>
  );
}
