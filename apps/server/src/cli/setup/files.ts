/** `files move` and `files adopt`. */
import { type FileStore, moveFiles } from '../../features/files/files.ts';
import { seconds } from '../../platform/process/durations.ts';
import { type Command, CommandRefused, type Given, WrongUsage } from '../command.ts';

const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`;
const told = ({ copied, there, bytes }: { copied: number; there: number; bytes: number }) =>
  `${copied} files copied (${megabytes(bytes)}), ${there} were there`;

const everyMs = seconds(2);
const mostNamed = 20;

const kindOf = (place: FileStore) => (place.name === 'disk' ? 'disk' : 's3');

/** Both places, or what to set first. */
function bothPlaces(
  { place, old }: { place: FileStore; old: FileStore | undefined },
  { values }: Given,
): { from: FileStore; to: FileStore } {
  const wished = values.get('to');
  if (wished !== 's3' && wished !== 'disk') throw new WrongUsage('--to s3 or --to disk');
  if (kindOf(place) !== wished || !old)
    throw new CommandRefused(
      wished === 's3'
        ? 'Set FILES_URL=s3://… and FILES_OLD=disk for all servers, workers and this command, and start those anew: from then on new files go to the bucket.'
        : 'Set FILES_OLD to what FILES_URL is, and FILES_URL=disk, for all servers, workers and this command, and start those anew: from then on new files go to DATA_DIR.',
    );
  return { from: old, to: place };
}

export const filesMove: Command = {
  words: 'files move',
  deed: true,
  flags: { to: 'needed', verify: 'flag' },
  usage:
    'files move --to s3|disk [--verify]       copies all files to their new place while the shop runs',
  async run({ db, files }, given) {
    const { from, to } = bothPlaces(files, given);
    await from.check();
    await to.check();
    let toldAt = performance.now();
    const { wrong, ...moved } = await moveFiles({
      ...{ db, from, to, verify: given.flags.has('verify') },
      onProgress(so) {
        if (performance.now() - toldAt < everyMs) return;
        toldAt = performance.now();
        process.stderr.write(`${told(so)}\n`);
      },
    });
    const end =
      wrong.length === 0
        ? `Everything is in ${to.name}. Take FILES_OLD away, start all processes anew, then delete what is in ${from.name}: erased members' files are deleted there no more.`
        : `${wrong.length} files were not copied: the new place has another content, they are above 64 MB, or their name is none of the shop's:`;
    const lines = [`${told(moved)}.`, end, ...wrong.slice(0, mostNamed)];
    return { lines, json: { ...moved, wrong }, failed: wrong.length > 0 };
  },
};

export const filesAdopt: Command = {
  words: 'files adopt',
  deed: true,
  usage:
    'files adopt                              accepts the configured disk or bucket as the shop’s',
  async run({ files }) {
    await files.place.adopt();
    return {
      lines: [`${files.place.name} is where the files are.`],
      json: { name: files.place.name },
    };
  },
};
