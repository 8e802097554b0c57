import { runOnce } from 'graphile-worker'
import type { Deps } from '#api/deps.ts'
import type { Job } from '#api/jobs/job.ts'
import { workerOptions } from '#api/jobs/runner.ts'

/** Runs the due jobs once. The library stops at a queue whose last job has only just ended. */
export async function runDueJobs(deps: Deps, jobs: Job[]): Promise<void> {
  const names = jobs.map(({ name }) => name)
  const isDue = async () => (await deps.directPool.query(countDue, [names])).rows[0].count > 0
  do await runOnce(workerOptions(deps, jobs))
  while (await isDue())
}

const countDue = `
  select count(*)::int from graphile_worker._private_jobs jobs
  join graphile_worker._private_tasks tasks on tasks.id = task_id
  left join graphile_worker._private_job_queues queues on queues.id = job_queue_id
  where jobs.is_available and run_at <= now() and identifier = any($1) and queues.is_available is not false`
