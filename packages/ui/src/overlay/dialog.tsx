import { Dialog as Base } from '@base-ui/react/dialog';
import { text } from '@giftlane/texts/text.ts';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { buttonClass } from '../controls/button.tsx';
import { useCloseRequest } from './close-request.ts';

interface DialogProps {
  /** Called after the closing animation; the opener then unmounts it. */
  onClose: () => void;
  /** Asked before it closes. */
  mayClose?: () => boolean;
  title: string;
  intro?: ReactNode;
  children: ReactNode;
}

/**
 * A modal dialog, closed by Escape, Android's back gesture, its button and a press outside. It is open while it is mounted,
 * so that its code can be loaded lazily.
 */
export function Dialog({ onClose, mayClose, title, intro, children }: DialogProps) {
  const [open, setOpen] = useState(true);
  // Read before a field inside takes the focus.
  const [opener] = useState(() => document.activeElement);
  const close = () => {
    if (mayClose?.() !== false) setOpen(false);
  };
  useCloseRequest(open, close);
  return (
    <Base.Root
      open={open}
      onOpenChange={(next) => (next ? setOpen(true) : close())}
      onOpenChangeComplete={(next) => !next && onClose()}
    >
      <Base.Portal>
        <Base.Backdrop className="fixed inset-0 z-40 bg-veil transition-opacity data-ending-style:opacity-0 data-starting-style:opacity-0" />
        <Base.Viewport className="fixed inset-0 z-40 flex items-end justify-center overflow-y-auto pt-3 sm:items-center sm:p-6">
          <Base.Popup
            finalFocus={() => (opener instanceof HTMLElement && opener.isConnected ? opener : true)}
            className="my-auto w-full max-w-dialog rounded-panel border border-line bg-raised p-5 shadow-float transition data-ending-style:translate-y-2 data-ending-style:opacity-0 data-starting-style:translate-y-2 data-starting-style:opacity-0 max-sm:mb-0 max-sm:rounded-b-none max-sm:border-x-0 max-sm:border-b-0 max-sm:pb-[max(1.25rem,var(--edge-below))] sm:p-7"
          >
            <div className="mb-4 flex items-start justify-between gap-4">
              <Base.Title className="pt-1 font-display text-21 font-semibold">{title}</Base.Title>
              <Base.Close
                aria-label={text('ui.close')}
                className="-mt-1 -me-2 inline-flex size-11 shrink-0 items-center justify-center rounded-control text-soft hover:bg-sunken hover:text-ink"
              >
                <X aria-hidden="true" className="size-5" />
              </Base.Close>
            </div>
            {intro && (
              <Base.Description className="mb-5 text-soft" render={<div />}>
                {intro}
              </Base.Description>
            )}
            {children}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** The buttons of a long dialog, sticky at the lower edge on a phone. */
export const DialogEnd = ({ children }: { children: ReactNode }) => (
  <div className="max-sm:sticky max-sm:bottom-0 max-sm:-mx-5 max-sm:-mb-[max(1.25rem,var(--edge-below))] max-sm:border-t max-sm:border-line max-sm:bg-raised max-sm:px-5 max-sm:pt-3 max-sm:pb-[max(1rem,var(--edge-below))]">
    {children}
  </div>
);

/** A button that closes its dialog. */
export function DialogClose({ children, disabled }: { children: ReactNode; disabled?: boolean }) {
  return (
    <Base.Close className={buttonClass({ look: 'quiet' })} disabled={disabled}>
      {children}
    </Base.Close>
  );
}
