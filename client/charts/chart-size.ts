/** The height of every chart in pixels. It stands alone, so that its room can be kept before the chart's code is there. */
export const CHART_HEIGHT = 200;
