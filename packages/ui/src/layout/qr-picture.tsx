import { memo } from 'react';
import { cx } from '../cx.ts';
import { lazyPart } from '../overlay/lazy-part.tsx';

/** Memoised: beside a countdown the code would be computed every second. */
const QrCode = memo(lazyPart(async () => ({ default: (await import('qrcode.react')).QRCodeSVG })));

interface QrPictureProps {
  value: string;
  title: string;
  /** Classes of its size. */
  size?: string;
}

/** A QR code, on white also in the dark theme. */
export function QrPicture({ value, title, size = 'box-content size-28' }: QrPictureProps) {
  return (
    <div className={cx('shrink-0 overflow-hidden rounded-control border border-line', size)}>
      <QrCode value={value} size={112} marginSize={2} title={title} className="size-full" />
    </div>
  );
}
