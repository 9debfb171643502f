import { text } from '@giftlane/texts/text.ts';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';

interface BrandHeadProps {
  title: string;
  shortDesc: string;
  cashback: number;
  /** Takes the full width on phones, as a film does. */
  wide: boolean;
  picture: ReactNode;
  /** The page's first heading; a preview has another. */
  heading?: 'h1' | 'h2';
  children: ReactNode;
}

/** The head of a brand's page: its picture, name and description, and what can be chosen. */
export function BrandHead(props: BrandHeadProps) {
  const { title, shortDesc, cashback, wide, picture, heading: Heading = 'h1', children } = props;
  // On phones the banner is beside the name, to keep the values in view.
  const spanClass = cx(wide && 'max-md:col-span-2');
  return (
    <div className="grid grid-cols-[min(8.5rem,40%)_minmax(0,1fr)] items-center gap-4 md:items-start md:grid-cols-[2fr_minmax(0,3fr)] md:gap-12">
      <div className={cx('w-full max-w-form', spanClass)}>{picture}</div>
      <div className="max-md:contents">
        <div className={spanClass}>
          <Heading className="text-28 tracking-tighter max-sm:text-21 md:text-40">{title}</Heading>
          {cashback > 0 && (
            <p className="mt-2 w-fit rounded-small bg-leaf-tint px-1.5 py-1 text-13 font-semibold text-leaf md:mt-4 md:px-3 md:text-15">
              {text('card.cashback', { percent: cashback })}
            </p>
          )}
        </div>
        <p className="max-w-prose text-soft max-md:col-span-2 md:mt-4 md:text-17">{shortDesc}</p>
        <div className="flex flex-wrap items-end gap-2 max-md:col-span-2 sm:gap-3 md:mt-6">
          {children}
        </div>
      </div>
    </div>
  );
}
