import { messageOf } from '@giftlane/client/api-error.ts';
import { text } from '@giftlane/texts/text.ts';
import { useEffect, useRef, useState } from 'react';
import { dropPicture, isPicture, scalePicture, type UploadKind, uploadPicture } from './upload.ts';

/** The state of an upload. */
type Step =
  | { readonly name: 'idle' }
  | { readonly name: 'sending'; readonly part: number; readonly preview: string }
  | { readonly name: 'failed'; readonly words: string; readonly file: File | undefined };

export interface Upload {
  readonly step: Step;
  /** A data URL of the picture, if it was chosen on this page. */
  readonly preview: string;
  choose(file: File | undefined): void;
  /** Aborts the upload; the picture before stays. */
  stop(): void;
  remove(): void;
}

interface UploadOptions {
  readonly kind: UploadKind;
  readonly path: string | null;
  /** The preview is empty when the picture was removed or can not be drawn. */
  readonly onChange: (path: string | null, preview: string) => void;
  readonly onBusy: ((busy: boolean) => void) | undefined;
}

const idle: Step = { name: 'idle' };

/** Uploads a chosen picture; a new choice aborts the upload before it. */
export function useUpload({ kind, path, onChange, onBusy }: UploadOptions): Upload {
  const [step, setStep] = useState<Step>(idle);
  const [preview, setPreview] = useState('');
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);

  const finish = (next: Step) => {
    controller.current = undefined;
    setStep(next);
    onBusy?.(false);
  };
  const stop = () => {
    controller.current?.abort();
    finish(idle);
  };
  const sendFile = async (file: File) => {
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    setStep({ name: 'sending', part: 0, preview: '' });
    onBusy?.(true);
    try {
      const picture = await scalePicture(kind, file);
      own.signal.throwIfAborted();
      const { preview } = picture;
      const onProgress = (part: number) => {
        if (controller.current === own) setStep({ name: 'sending', part, preview });
      };
      onProgress(0);
      const transfer = { signal: own.signal, onProgress };
      const sent = await uploadPicture(kind, picture.file, transfer);
      if (own.signal.aborted) return;
      setPreview(preview);
      finish(idle);
      onChange(sent, preview);
      if (path) void dropPicture(kind, path);
    } catch (error) {
      if (!own.signal.aborted) finish({ name: 'failed', words: messageOf(error), file });
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
        controller.current?.abort();
        finish({ name: 'failed', words: text('file.invalid'), file: undefined });
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
