/** `job list`, `job show` and `job retry`. */
import {
  findJob,
  type JobState,
  jobStates,
  listJobs,
  retryJobs,
  type StoredJob,
} from '../../jobs/watch-queries.ts';
import { type Command, CommandRefused, WrongUsage } from '../command.ts';
import { letterLines, letters } from '../people/letters.ts';

const usualLimit = 50;

const isState = (word: string): word is JobState => jobStates.some((state) => state === word);

const jsonOf = ({ dueAt, createdAt, leasedUntil, ...job }: StoredJob) => ({
  ...job,
  dueAt: dueAt.toISOString(),
  createdAt: createdAt.toISOString(),
  leasedUntil: leasedUntil?.toISOString() ?? null,
});

const lineOf = ({ id, state, task, dueAt, attempts, mostAttempts, error }: StoredJob) =>
  `${id}  ${state}  ${task}  due ${dueAt.toISOString()}  attempt ${attempts} of ${mostAttempts}${error === null ? '' : `: ${letterLines(error)[0]}`}`;

const idIn = (word: string) => {
  if (!/^\d{1,18}$/.test(word)) throw new WrongUsage(`ID: a number, such as 17, not ${word}`);
  return word;
};

export const jobList: Command = {
  words: 'job list',
  flags: { state: 'value', task: 'value', limit: 'value' },
  usage:
    'job list [--state S] [--task T] [--limit N]\n' +
    '                                         jobs that failed for good (or: waiting, running)',
  async run({ db }, { values }) {
    const state = values.get('state') ?? 'failed';
    if (!isState(state)) throw new WrongUsage(`--state: ${jobStates.join(', ')}`);
    const limit = Number(values.get('limit') ?? usualLimit);
    if (!(Number.isInteger(limit) && limit > 0 && limit <= 10_000))
      throw new WrongUsage('--limit: a whole number from 1 to 10000');
    const jobs = await listJobs(db, { state, task: values.get('task'), limit });
    return { lines: jobs.map(lineOf), json: jobs.map(jsonOf) };
  },
};

export const jobShow: Command = {
  words: 'job show',
  operand: 'ID',
  usage: 'job show ID                              a job, its payload and its last error',
  async run({ db }, { operand }) {
    const job = await findJob(db, idIn(operand));
    if (!job) throw new CommandRefused(`There is no job ${operand}: it is done, or never was.`);
    return {
      lines: [
        lineOf({ ...job, error: null }),
        letters(`payload ${JSON.stringify(job.payload)}`),
        `enqueued ${job.createdAt.toISOString()}, priority ${job.priority}${job.queue ? `, queue ${job.queue}` : ''}`,
        ...(job.error === null ? [] : letterLines(`last error: ${job.error}`)),
      ],
      json: jsonOf(job),
    };
  },
};

export const jobRetry: Command = {
  words: 'job retry',
  operand: 'ID|TASK',
  deed: true,
  usage: 'job retry ID|TASK                        runs a failed job again, or all of a task',
  async run({ db }, { operand }) {
    const isId = /^\d/.test(operand);
    const again = await retryJobs(db, isId ? { id: idIn(operand) } : { task: operand });
    if (again === 0)
      throw new CommandRefused(
        isId ? `No job ${operand} was given up.` : `No job of ${operand} was given up.`,
      );
    return { lines: [`Jobs that begin again: ${again}`], json: { again } };
  },
};
