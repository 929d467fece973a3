"""Trains the proposer on drawn lessons and writes its weights; it needs PyTorch and onnx, which nothing else here does.

    python -m tests.hardware.boulders.training.train FOLDER MINUTES WEIGHTS RATE

`hardware/boulders/proposer.md` has the recipe. Lessons that are still being drawn are taken in as they come.
"""

import sys
import time
from pathlib import Path

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

STRIDE = 4
LEVELS, EACH = 2, 5
"""On the mat and on others; what is said of a top: is it here, right, down, cosine and sine of four times its angle."""
CROP = 192
BATCH = 16
FIRST, FINE, DEEP = 24, 32, 64
"""Channels: of the first layer, of those that see cells, and of those that see four cells as one."""
REACHES = (2, 4, 2, 1)
"""In fours of cells: how far apart the places are that each deep block compares."""
PLACE_REACH = 0.75
"""In cells: how far from a top's middle a cell is asked to answer, with falling weight."""
SELDOM = -4.0
"""In logarithms: how likely a top is in a cell, to begin with."""
OFTEN_LIFTED = 0.35
"""How often a crop is taken around one that lies on others: they are few."""
SHADED = 0.25
"""How often a shadow's edge is drawn over a crop, and how often one is noisy as in a dim corner."""
HELD_OUT = 12
"""Of the rooms: the last so many of those drawn by the start are only looked at, to say how far it is."""


class Block(nn.Module):
    """Two layers whose outcome is added to what they saw."""

    def __init__(self, wide: int, reach: int = 1) -> None:
        super().__init__()
        first = nn.Conv2d(wide, wide, 3, 1, 1, bias=False)
        second = nn.Conv2d(wide, wide, 3, 1, reach, reach, bias=False)
        self.layers = nn.Sequential(first, nn.BatchNorm2d(wide), nn.ReLU(), second, nn.BatchNorm2d(wide))

    def forward(self, seen: Tensor) -> Tensor:
        return functional.relu(seen + self.layers(seen))


class Proposer(nn.Module):
    """Each cell of four by four pixels says: is a top's middle here, where exactly, and turned how; the same of a top
    that lies on others, for one may be right above another.

    What lies around is compared where four cells are one, which costs a quarter; where exactly, where cells are cells.
    """

    def __init__(self) -> None:
        super().__init__()
        self.stem = nn.Sequential(*halving(3, FIRST), *halving(FIRST, FINE - 2))
        self.down = nn.Sequential(*halving(FINE, DEEP))
        self.deep = nn.Sequential(*(Block(DEEP, reach) for reach in REACHES))
        self.up = nn.ConvTranspose2d(DEEP, FINE, 2, 2)
        self.fine = Block(FINE)
        self.head = nn.Conv2d(FINE, LEVELS * EACH, 1)
        with torch.no_grad():
            self.head.bias[::EACH] = SELDOM

    def forward(self, picture: Tensor, sweep: Tensor) -> Tensor:
        seen = torch.cat([self.stem(picture), sweep], 1)
        around = self.up(self.deep(self.down(seen)))
        return self.head(self.fine(functional.relu(seen + around)))


def halving(few: int, many: int) -> tuple[nn.Module, ...]:
    return nn.Conv2d(few, many, 3, 2, 1, bias=False), nn.BatchNorm2d(many), nn.ReLU()


class Lessons:
    """All that is drawn so far, kept in memory, and crops of it, turned and tinted."""

    def __init__(self, folder: Path) -> None:
        self._folder, self._seen = folder, set[str]()
        self.rooms: list[dict[str, np.ndarray]] = []
        self.refresh()

    def refresh(self) -> None:
        for path in sorted(self._folder.glob("[0-9]*.npz")):
            if path.name not in self._seen:
                self._seen.add(path.name)
                with np.load(path) as data:
                    self.rooms.append({name: data[name] for name in data.files})

    def crop(self, random: np.random.Generator, room: dict[str, np.ndarray]) -> tuple[np.ndarray, ...]:
        number = int(random.integers(len(room["counts"])))
        start = int(room["counts"][:number].sum())
        tops = room["tops"][start : start + room["counts"][number]]
        picture = room["pictures"][number]
        height, width = picture.shape[:2]
        aims = tops[tops[:, 4] > 0] if random.random() < OFTEN_LIFTED and (tops[:, 4] > 0).any() else tops
        anywhere = not len(aims) or random.random() < 0.1
        aim = random.uniform(0, 400, 5) if anywhere else aims[int(random.integers(len(aims)))]
        left = int(np.clip(aim[0] - random.uniform(0.2, 0.8) * CROP, 0, width - CROP)) // STRIDE * STRIDE
        top = int(np.clip(aim[1] - random.uniform(0.2, 0.8) * CROP, 0, height - CROP)) // STRIDE * STRIDE
        part = picture[top : top + CROP, left : left + CROP].astype(np.float32)
        cells = CROP // STRIDE
        sweep = room["sweep"][:, top // STRIDE : top // STRIDE + cells, left // STRIDE : left // STRIDE + cells]
        x, y, angle, lifted = tops[:, 0] - left, tops[:, 1] - top, tops[:, 2], tops[:, 4]
        sweep = sweep.copy()
        if random.random() < 0.5:
            part, sweep, x, angle = part[:, ::-1], sweep[:, :, ::-1] * [[[-1]], [[1]]], CROP - 1 - x, -angle
        if random.random() < 0.5:
            part, sweep = part.transpose(1, 0, 2), sweep[::-1].transpose(0, 2, 1)
            x, y, angle = y, x, 90 - angle
        if random.random() < 0.5:
            part, sweep, y, angle = part[::-1], sweep[:, ::-1] * [[[1]], [[-1]]], CROP - 1 - y, -angle
        if random.random() < 0.3:
            part = part[..., random.permutation(3)]
        part = part * np.exp(random.normal(0, 0.05, 3) + random.normal(0, 0.06)).astype(np.float32)
        if random.random() < SHADED:
            part *= shade(random)
        noise = random.standard_normal(part.shape, np.float32)
        part += noise * np.float32(random.uniform(0, 10 if random.random() < SHADED else 3))
        wanted = [targets(x[lifted == level], y[lifted == level], angle[lifted == level]) for level in range(LEVELS)]
        return np.ascontiguousarray(part), sweep, np.stack(wanted)


def shade(random: np.random.Generator) -> np.ndarray:
    """The edge of a large shadow that balancing did not take away, hard or soft, with a tint of its own."""
    down, right = np.mgrid[0:CROP, 0:CROP].astype(np.float32)
    way, edge = random.uniform(0, 2 * np.pi), random.uniform(0.2, 0.8, 2) * CROP
    beyond = ((right - edge[0]) * np.cos(way) + (down - edge[1]) * np.sin(way)) / random.uniform(2, 25)
    deep = random.uniform(-0.3, 0.9) + random.normal(0, 0.08, 3)
    return np.asarray(np.exp(-deep / (1 + np.exp(-np.clip(beyond, -20, 20)))[..., None]), np.float32)


def targets(x: np.ndarray, y: np.ndarray, angle: np.ndarray) -> np.ndarray:
    """What each cell should say; how near the middle is comes first, and tells how much the rest matters."""
    cells = CROP // STRIDE
    wanted = np.zeros((EACH, cells, cells), np.float32)
    column, row = (x + 0.5) / STRIDE - 0.5, (y + 0.5) / STRIDE - 0.5
    for across, along, turn in zip(column, row, np.radians(angle) * 4, strict=True):
        c, r = np.arange(4) + int(np.floor(across)) - 1, (np.arange(4) + int(np.floor(along)) - 1)[:, None]
        c, r = c[(c >= 0) & (c < cells)], r[(r >= 0) & (r < cells)][:, None]
        right, down = np.broadcast_arrays(across - c, along - r)
        near = np.exp(-(right**2 + down**2) / (2 * PLACE_REACH**2))
        # The cell with the middle in it is sure, wherever in it that is.
        near[(abs(right) <= 0.5) & (abs(down) <= 0.5)] = 1.0
        if near.size:
            said = np.stack([near, right, down, np.full_like(near, np.cos(turn)), np.full_like(near, np.sin(turn))])
            here = wanted[:, r[0, 0] : r[-1, 0] + 1, c[0] : c[-1] + 1]
            np.copyto(here, said, where=near > here[0])
    return wanted


def loss_of(said: Tensor, wanted: Tensor) -> Tensor:
    """For the middles as for key points: easy cells count little, those near a middle are forgiven."""
    said, wanted = said.reshape(-1, EACH, *said.shape[2:]), wanted.reshape(-1, EACH, *said.shape[2:])
    middle, near = said[:, 0], wanted[:, 0]
    chance, peak = torch.sigmoid(middle), (near == 1).float()
    hit = -peak * (1 - chance) * functional.logsigmoid(middle)
    miss = -((1 - near) ** 4) * chance * functional.logsigmoid(-middle) * (1 - peak)
    off = (said[:, 1:] - wanted[:, 1:]).abs() * near[:, None]
    placed = (off[:, :2].sum() + 0.6 * off[:, 2:].sum()) / near.sum().clamp(min=1)
    return (hit + miss).sum() / peak.sum().clamp(min=1) + 0.5 * placed


def batch_of(lessons: Lessons, rooms: list[dict[str, np.ndarray]], random: np.random.Generator) -> tuple[Tensor, ...]:
    crops = [lessons.crop(random, rooms[int(random.integers(len(rooms)))]) for _ in range(BATCH)]
    picture, sweep, wanted = (np.stack(each).astype(np.float32) for each in zip(*crops, strict=True))
    picture = np.ascontiguousarray(picture.transpose(0, 3, 1, 2)) / 85.0 - 1.0
    return torch.from_numpy(picture), torch.from_numpy(sweep / 10.0), torch.from_numpy(wanted)


def main(folder: Path, minutes: float, to: Path, rate: float) -> None:
    torch.set_num_threads(1)
    torch.manual_seed(21)
    random = np.random.default_rng(21)
    lessons = Lessons(folder)
    held = lessons.rooms[:HELD_OUT]
    model = Proposer()
    print("weights", sum(weights.numel() for weights in model.parameters()), flush=True)
    kept = to.with_suffix(".pt")
    if kept.exists():
        model.load_state_dict(torch.load(kept))
    model = model.to(memory_format=torch.channels_last)
    best = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=1e-4)
    started, step, shown = time.time(), 0, 0.0
    while (passed := (time.time() - started) / 60 / minutes) < 1:
        for group in best.param_groups:
            group["lr"] = rate * (min(1.0, (step + 1) / 100)) * (0.02 + 0.98 * 0.5 * (1 + np.cos(np.pi * passed)))
        loss = loss_on(model, batch_of(lessons, lessons.rooms[HELD_OUT:], random))
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        best.step()
        shown += float(loss.detach())
        step += 1
        if step % 500 == 0:
            check = np.random.default_rng(5)
            model.eval()
            with torch.no_grad():
                other = np.mean([float(loss_on(model, batch_of(lessons, held, check))) for _ in range(8)])
            model.train()
            spent = time.process_time() / 60
            rooms = len(lessons.rooms)
            print(f"{step}: {shown / 500:.4f}, held out {other:.4f}, {rooms} rooms, {spent:.1f} minutes", flush=True)
            shown = 0.0
            lessons.refresh()
            save(model, to)
    save(model, to)


def loss_on(model: Proposer, batch: tuple[Tensor, ...]) -> Tensor:
    """In short floats, which halves the time on processors that have them and costs little on others."""
    picture, sweep, wanted = batch
    with torch.autocast("cpu", torch.bfloat16):
        said = model(picture.to(memory_format=torch.channels_last), sweep)
    return loss_of(said.float(), wanted)


def save(model: Proposer, to: Path) -> None:
    """With what is needed to go on beside it."""
    torch.save(model.state_dict(), to.with_suffix(".pt"))
    model.eval()
    example = (torch.zeros(1, 3, 416, 552), torch.zeros(1, 2, 104, 138))
    torch.onnx.export(
        model, example, str(to), input_names=["picture", "sweep"], output_names=["tops"], dynamo=False, opset_version=11
    )
    model.train()


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]), Path(sys.argv[3]), float(sys.argv[4]))
