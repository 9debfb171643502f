import { messageOf } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { useEffect, useRef, useState } from 'react';
import { drawn, dropPicture, isPicture, type UploadKind, uploadPicture } from './upload.ts';

/** Where a picture is between the choice and its path. */
type Step =
  | { readonly name: 'idle' }
  | { readonly name: 'sending'; readonly part: number; readonly preview: string }
  | { readonly name: 'failed'; readonly words: string; readonly file: File | undefined };

export interface Upload {
  readonly step: Step;
  /** What was chosen, as this browser draws it; empty when it was not chosen here. */
  readonly preview: string;
  choose(file: File | undefined): void;
  /** Gives up what is on its way; the picture there was stays. */
  stop(): void;
  remove(): void;
}

interface UploadOptions {
  readonly kind: UploadKind;
  readonly path: string | null;
  /** The preview is empty when the picture was removed, or can not be drawn here. */
  readonly onChange: (path: string | null, preview: string) => void;
  readonly onBusy: ((busy: boolean) => void) | undefined;
}

const idle: Step = { name: 'idle' };

/** Sends what is chosen, one picture at a time: a new choice takes the place of what is on its way. */
export function useUpload({ kind, path, onChange, onBusy }: UploadOptions): Upload {
  const [step, setStep] = useState<Step>(idle);
  const [preview, setPreview] = useState('');
  const under = useRef<AbortController>(undefined);
  // A field that is left behind sends nothing more.
  useEffect(() => () => under.current?.abort(), []);

  const rest = (next: Step) => {
    under.current = undefined;
    setStep(next);
    onBusy?.(false);
  };
  const stop = () => {
    under.current?.abort();
    rest(idle);
  };
  const sendFile = async (file: File) => {
    under.current?.abort();
    const own = new AbortController();
    under.current = own;
    setStep({ name: 'sending', part: 0, preview: '' });
    onBusy?.(true);
    try {
      const picture = await drawn(kind, file);
      own.signal.throwIfAborted();
      const { preview } = picture;
      const onProgress = (part: number) => {
        if (under.current === own) setStep({ name: 'sending', part, preview });
      };
      onProgress(0);
      const way = { signal: own.signal, onProgress };
      const sent = await uploadPicture(kind, picture.file, way);
      if (own.signal.aborted) return;
      setPreview(preview);
      rest(idle);
      onChange(sent, preview);
      if (path) void dropPicture(kind, path);
    } catch (error) {
      if (!own.signal.aborted) rest({ name: 'failed', words: messageOf(error), file });
    }
  };
  return {
    step,
    preview,
    stop,
    choose(file) {
      if (!file) return;
      if (isPicture(file)) void sendFile(file);
      else {
        under.current?.abort();
        rest({ name: 'failed', words: text('file.invalid'), file: undefined });
      }
    },
    remove() {
      stop();
      setPreview('');
      onChange(null, '');
      if (path) void dropPicture(kind, path);
    },
  };
}
