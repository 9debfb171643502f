import { Drawer } from '@base-ui/react/drawer';
import { text } from '@giftlane/texts/text.ts';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { buttonClass } from '../controls/button.tsx';
import { iconButtonClass } from '../controls/icon-button.tsx';

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called after the closing animation. */
  onClosed: () => void;
  title: string;
  /** Label of the button that closes it. */
  done: string;
  /** Another button beside it. */
  beside: ReactNode;
  children: ReactNode;
}

/** A sheet from the lower edge of a phone. */
export function Sheet(props: SheetProps) {
  const { open, onOpenChange, onClosed, title, done, beside, children } = props;
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      onOpenChangeComplete={(next) => !next && onClosed()}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Drawer.Viewport className="fixed inset-0 z-40 flex items-end pt-3">
          <Drawer.Popup className="flex max-h-11/12 w-full translate-y-(--drawer-swipe-movement-y) flex-col rounded-t-panel border-t border-line bg-raised shadow-float transition-transform data-ending-style:translate-y-full data-starting-style:translate-y-full data-swiping:select-none">
            <div className="flex items-center justify-between gap-4 py-3 pe-3 ps-5">
              <Drawer.Title className="font-display text-21 font-semibold">{title}</Drawer.Title>
              <Drawer.Close
                aria-label={text('ui.close')}
                className={`${iconButtonClass} text-soft hover:text-ink`}
              >
                <X aria-hidden="true" className="size-5" />
              </Drawer.Close>
            </div>
            <Drawer.Content className="grow overflow-y-auto overscroll-contain px-5 pt-1 pb-3">
              {children}
            </Drawer.Content>
            <div className="flex flex-wrap gap-3 border-t border-line px-5 pt-4 pb-[max(1rem,var(--edge-below))]">
              {beside}
              <Drawer.Close className={`${buttonClass({ look: 'primary' })} grow`}>
                {done}
              </Drawer.Close>
            </div>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
