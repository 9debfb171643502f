import { Drawer } from '@base-ui/react/drawer';
import type { ReactNode } from 'react';
import { buttonClass } from './button.tsx';

interface SheetProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Called when it has slid away. */
  onClosed: () => void;
  title: string;
  /** The words of the button that closes it. */
  done: string;
  children: ReactNode;
}

/** A sheet from the bottom edge, for what has no room beside the content on a phone. */
export function Sheet({ open, onOpenChange, onClosed, title, done, children }: SheetProps) {
  return (
    <Drawer.Root
      open={open}
      onOpenChange={(next) => onOpenChange(next)}
      onOpenChangeComplete={(next) => !next && onClosed()}
    >
      <Drawer.Portal>
        <Drawer.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Drawer.Viewport className="fixed inset-0 z-40 flex items-end">
          <Drawer.Popup className="flex max-h-11/12 w-full translate-y-(--drawer-swipe-movement-y) flex-col rounded-t-panel border-t border-line bg-raised shadow-float transition-transform data-ending-style:translate-y-full data-starting-style:translate-y-full data-swiping:select-none">
            <span aria-hidden="true" className="mx-auto mt-2 h-1 w-10 rounded-pill bg-edge" />
            <Drawer.Title className="px-5 pt-3 pb-1 font-display text-21 font-semibold">
              {title}
            </Drawer.Title>
            <Drawer.Content className="grow overflow-y-auto overscroll-contain px-5 py-3">
              {children}
            </Drawer.Content>
            <div className="border-t border-line p-4">
              <Drawer.Close className={`${buttonClass({ look: 'primary' })} w-full`}>
                {done}
              </Drawer.Close>
            </div>
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  );
}
