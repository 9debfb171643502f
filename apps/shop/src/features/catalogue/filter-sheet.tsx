import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { Sheet } from '@giftlane/ui/overlay/sheet.tsx';
import { useState } from 'react';
import { noFilter } from './filter.ts';
import FilterPanel, { type FilterPanelProps } from './filter-panel.tsx';

interface FilterSheetProps {
  panel: FilterPanelProps;
  total: number;
  onClose: () => void;
}

/** The filters in a sheet, on a phone. Lazily loaded. */
export default function FilterSheet({ panel, total, onClose }: FilterSheetProps) {
  const [open, setOpen] = useState(true);
  return (
    <Sheet
      open={open}
      onOpenChange={setOpen}
      onClosed={onClose}
      title={text('catalogue.filters')}
      beside={<Button onClick={() => panel.onChange(noFilter)}>{text('catalogue.reset')}</Button>}
      done={text('catalogue.filters.done', { count: total })}
    >
      <FilterPanel {...panel} />
    </Sheet>
  );
}
