import express, { type Express } from 'express';
import type { Prometheus } from './prometheus.ts';

/** Creates the application of the metrics port, which serves `/metrics` alone. */
export function createMetricsApp(prometheus: Prometheus): Express {
  const app = express();
  app.disable('x-powered-by');
  app.get('/metrics', async (_req, res) => {
    res.set('Content-Type', prometheus.contentType).send(await prometheus.text());
  });
  app.use((_req, res) => {
    res.status(404).type('text').send('Not found\n');
  });
  return app;
}
