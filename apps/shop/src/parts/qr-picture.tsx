import { lazy, Suspense } from 'react';

const QrCode = lazy(() => import('qrcode.react').then(({ QRCodeSVG }) => ({ default: QRCodeSVG })));

/** An address as a QR code. On white in the dark, too: cameras read it so. */
export function QrPicture({ value, title }: { value: string; title: string }) {
  return (
    <div className="box-content size-28 shrink-0 overflow-hidden rounded-control border border-line">
      <Suspense fallback={null}>
        <QrCode value={value} size={112} marginSize={2} title={title} className="size-full" />
      </Suspense>
    </div>
  );
}
