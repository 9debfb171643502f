import { cx } from '../cx.ts';
import { lazyPart } from '../overlay/lazy-part.tsx';

const QrCode = lazyPart(async () => ({ default: (await import('qrcode.react')).QRCodeSVG }));

interface QrPictureProps {
  value: string;
  title: string;
  /** Its size, where it is not a small one. */
  size?: string;
}

/** Something to be read by a camera, as a QR code. On white in the dark, too: cameras read it so. */
export function QrPicture({ value, title, size = 'box-content size-28' }: QrPictureProps) {
  return (
    <div className={cx('shrink-0 overflow-hidden rounded-control border border-line', size)}>
      <QrCode value={value} size={112} marginSize={2} title={title} className="size-full" />
    </div>
  );
}
