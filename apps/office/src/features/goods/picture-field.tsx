import { sendForData } from '@giftlane/client/api.ts';
import { messageOf } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { Button } from '@giftlane/ui/controls/button.tsx';
import { FieldError } from '@giftlane/ui/form/field-error.tsx';
import { useId, useState } from 'react';
import { FileButton } from '../../parts/file-button.tsx';
import { mediaAddress } from './media.ts';

interface PictureFieldProps {
  kind: 'art' | 'logo';
  label: string;
  path: string;
  error: string | undefined;
  onPath: (path: string) => void;
}

/** A picture of a brand: uploaded at once, drawn anew by the server, and the brand's once it is saved. */
export function PictureField({ kind, label, path, error, onPath }: PictureFieldProps) {
  const note = useId();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const upload = async (file: File) => {
    setBusy(true);
    setProblem('');
    try {
      const sent = { params: { kind }, body: file };
      onPath((await sendForData('POST /office/pictures/{kind}', sent)).sPath);
    } catch (failure) {
      setProblem(messageOf(failure));
    }
    setBusy(false);
  };
  const wrong = problem || error;
  return (
    <div className="min-w-0">
      <p className="mb-1.5 text-15 font-medium">{label}</p>
      <div className="flex flex-wrap items-center gap-3">
        {path && (
          <img
            src={mediaAddress(path)}
            alt=""
            className="h-14 max-w-24 rounded-control border border-line bg-sunken object-contain"
          />
        )}
        <FileButton
          label={text(kind === 'art' ? 'office.goods.art.choose' : 'office.goods.logo.choose')}
          accept="image/png,image/jpeg"
          busy={busy}
          described={note}
          onFile={(file) => void upload(file)}
        />
        {path && (
          <Button size="small" look="quiet" onClick={() => onPath('')}>
            {text('office.goods.picture.remove')}
          </Button>
        )}
      </div>
      <div id={note} aria-live="polite" className="mt-1.5 text-13">
        {wrong && <FieldError>{wrong}</FieldError>}
      </div>
    </div>
  );
}
