import { text } from '@giftlane/texts/text.ts';
import { Button, buttonClass } from '@giftlane/ui/controls/button.tsx';
import { cx } from '@giftlane/ui/cx.ts';
import { FieldError } from '@giftlane/ui/form/field-error.tsx';
import { Camera, CircleCheck, Image as ImageIcon, ImageUp } from 'lucide-react';
import { type DragEvent, type ReactNode, useId, useState } from 'react';
import { pictureTypes, type UploadKind } from './upload.ts';
import { type Upload, useUpload } from './use-upload.ts';

interface PictureFieldProps {
  kind: UploadKind;
  label: string;
  /** The label is for screen readers only, as a heading above says the same. */
  hidesLabel?: boolean;
  /** The path of the picture; null without one. */
  path: string | null;
  onChange: (path: string | null, preview: string) => void;
  error?: string | undefined;
  /** By default the limits of size and type. */
  help?: string | undefined;
  /** The address of the picture at `path`, unless it was chosen just now. */
  address?: string | undefined;
  /** Called when an upload begins and ends, so that a form can wait for it. */
  onBusy?: (busy: boolean) => void;
  /** A face is cropped to a circle, a paper is shown whole. */
  shape?: 'paper' | 'face';
  /** The camera of a phone that the chooser offers. */
  camera?: 'environment' | 'user';
  /** Shown without a picture in place of an icon. */
  blank?: ReactNode;
  /** Examples of such a picture. */
  examples?: ReactNode;
}

interface ChooserProps {
  upload: Upload;
  described: string;
  invalid: boolean;
  capture?: 'environment' | 'user';
  className?: string;
  children: ReactNode;
}

/** A file input that looks like a button. */
function Chooser({ upload, described, invalid, capture, className, children }: ChooserProps) {
  return (
    <label
      className={cx(
        buttonClass({ size: 'small' }),
        'relative cursor-pointer has-focus-visible:outline-(length:--ring-width) has-focus-visible:outline-offset-2 has-focus-visible:outline-leaf',
        className,
      )}
    >
      {children}
      <input
        type="file"
        accept={pictureTypes}
        capture={capture}
        aria-describedby={described}
        aria-invalid={invalid || undefined}
        className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
        onChange={(event) => {
          upload.choose(event.target.files?.[0]);
          // The same file may be chosen again after a failure.
          event.target.value = '';
        }}
      />
    </label>
  );
}

interface PictureProps {
  shown: string;
  face: boolean;
  pale: boolean;
  /** Uploaded, but without an address this page could show. */
  kept: boolean;
}

function Picture({ shown, face, pale, kept }: PictureProps) {
  const shape = face
    ? 'size-24 rounded-pill object-cover'
    : 'h-20 w-28 rounded-control object-contain sm:h-24 sm:w-36';
  if (shown)
    return (
      <img
        src={shown}
        alt=""
        className={cx(
          'shrink-0 border border-line bg-sunken transition',
          pale && 'opacity-55',
          shape,
        )}
      />
    );
  return (
    <span
      aria-hidden="true"
      className={cx(
        'inline-flex shrink-0 items-center justify-center border',
        shape,
        kept ? 'border-leaf/40 bg-leaf-tint text-leaf' : 'border-dashed border-edge text-soft',
      )}
    >
      {kept ? <ImageIcon className="size-6" /> : <ImageUp className="size-6" />}
    </span>
  );
}

function Sending({ part, label }: { part: number; label: string }) {
  const percent = Math.round(part * 100);
  return (
    <div className="w-full">
      <p className="mb-1.5 text-13">
        {percent < 100 ? text('upload.sending', { percent }) : text('upload.checking')}
      </p>
      <progress
        max={100}
        value={percent}
        aria-label={label}
        className="block h-2 w-full appearance-none overflow-hidden rounded-pill bg-sunken [&::-moz-progress-bar]:bg-leaf [&::-webkit-progress-bar]:bg-sunken [&::-webkit-progress-value]:bg-leaf"
      />
    </div>
  );
}

function Failed({ words, upload }: { words: string; upload: Upload }) {
  const { step } = upload;
  const file = step.name === 'failed' ? step.file : undefined;
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <FieldError className="min-w-0">{words}</FieldError>
      {file && (
        <Button size="small" look="quiet" onClick={() => upload.choose(file)}>
          {text('ui.tryAgain')}
        </Button>
      )}
    </div>
  );
}

function Done({ words }: { words: string }) {
  return (
    <p className="flex gap-1.5 text-leaf">
      <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      {words}
    </p>
  );
}

/** Handlers of a drop target, and whether a file is dragged over it. */
function useDrop(choose: Upload['choose']) {
  const [over, setOver] = useState(false);
  const onDrag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  return {
    over,
    handlers: {
      onDragEnter: onDrag,
      onDragOver: onDrag,
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        event.preventDefault();
        setOver(false);
        choose(event.dataTransfer.files[0]);
      },
    },
  };
}

/**
 * A field for a picture that is chosen, dropped or taken, and uploaded at once (API-19 to API-24, OPEN-58, OPEN-60).
 */
export function PictureField(props: PictureFieldProps) {
  const { kind, label, hidesLabel, path, onChange, error, help, address, onBusy } = props;
  const { shape, camera, blank, examples } = props;
  const id = useId();
  const note = `${id}-note`;
  const upload = useUpload({ kind, path, onChange, onBusy });
  const { step, preview } = upload;
  const { over, handlers } = useDrop(upload.choose);
  const wrong = step.name === 'failed' ? step.words : error;
  const choosing = { upload, described: note, invalid: wrong !== undefined };
  const sending = step.name === 'sending' ? step : undefined;
  const there = path ? preview || address || '' : '';
  const kept = path !== null && there === '';
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset can not be laid out like this one.
    <div role="group" aria-labelledby={id} className="min-w-0">
      <p id={id} className={hidesLabel ? 'sr-only' : 'mb-1.5 text-15 font-medium'}>
        {label}
      </p>
      <div
        {...handlers}
        className={cx(
          'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-control border p-3 transition-colors',
          over ? 'border-leaf bg-leaf-tint' : wrong ? 'border-fail' : 'border-line',
        )}
      >
        {(!kept && !sending && !there && blank) || (
          <Picture
            shown={sending?.preview || there}
            face={shape === 'face'}
            pale={sending !== undefined}
            kept={kept}
          />
        )}
        <div className="flex min-w-0 flex-1 basis-32 flex-col items-start gap-2">
          {/* The same elements in every step, so that the focus is not lost. */}
          <div className="flex flex-wrap gap-2">
            <Chooser {...choosing}>
              {path || sending ? text('upload.replace') : text('upload.choose')}
            </Chooser>
            {camera && (
              <Chooser {...choosing} capture={camera} className="not-pointer-coarse:hidden">
                <Camera aria-hidden="true" className="size-4" />
                {text('upload.take')}
              </Chooser>
            )}
            {(path || sending) && (
              <Button size="small" look="quiet" onClick={sending ? upload.stop : upload.remove}>
                {sending ? text('upload.stop') : text('upload.remove')}
              </Button>
            )}
          </div>
          {sending && <Sending part={sending.part} label={label} />}
          {/* A live region is announced only if it was there before its text. */}
          <div id={note} aria-live="polite" className="text-13">
            {sending ? null : wrong ? (
              <Failed words={wrong} upload={upload} />
            ) : kept || (path && preview) ? (
              <Done words={kept ? text('upload.kept') : text('upload.done')} />
            ) : (
              <p className="text-soft">{help ?? text('upload.help')}</p>
            )}
          </div>
        </div>
        {examples}
      </div>
    </div>
  );
}
