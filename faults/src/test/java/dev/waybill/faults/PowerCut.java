package dev.waybill.faults;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/// Cuts the power of a mounted file system: from this instant nothing more reaches its device, and what was written but not
/// synced is gone, as `EXT4_IOC_SHUTDOWN` does it. A sync that is under way in this instant may say yes all the same.
///
/// Everything that takes time is done beforehand, so that the cut is the very next thing after whatever comes before it.
final class PowerCut implements AutoCloseable {
    /// `_IOR('X', 125, uint32_t)`.
    private static final long GOING_DOWN = 0x8004587DL;

    /// The journal is not flushed before.
    private static final int AT_ONCE = 2;

    private static final MethodHandle OPEN =
            linked("open", ValueLayout.ADDRESS, ValueLayout.JAVA_INT);
    private static final MethodHandle IOCTL =
            linked("ioctl", ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG, ValueLayout.ADDRESS);
    private static final MethodHandle CLOSE = linked("close", ValueLayout.JAVA_INT);

    private final Arena arena = Arena.ofConfined();
    private final MemorySegment how = arena.allocateFrom(ValueLayout.JAVA_INT, AT_ONCE);
    private final Path folder;
    private final int file;

    /// Of the file system that is mounted at the folder, which has to be there until this is closed.
    PowerCut(Path folder) {
        this.folder = folder;
        this.file = number(() -> (int) OPEN.invokeExact(arena.allocateFrom(folder.toString()), 0));
        if (file < 0) {
            throw new IllegalStateException(folder + " cannot be opened");
        }
    }

    void now() {
        if (number(() -> (int) IOCTL.invokeExact(file, GOING_DOWN, how)) != 0) {
            throw new IllegalStateException("the power of " + folder + " cannot be cut");
        }
    }

    @Override
    public void close() {
        int _ = number(() -> (int) CLOSE.invokeExact(file));
        arena.close();
    }

    /// What the system is asked to do.
    private interface Call {
        int answer() throws Throwable;
    }

    private static int number(Call call) {
        try {
            return call.answer();
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    /// A function of the system that answers a number. What comes after its first value may vary, or there is no more.
    @SuppressWarnings("restricted")
    private static MethodHandle linked(String name, MemoryLayout... values) {
        Linker linker = Linker.nativeLinker();
        FunctionDescriptor function = FunctionDescriptor.of(ValueLayout.JAVA_INT, values);
        MemorySegment found = linker.defaultLookup().findOrThrow(name);
        return name.equals("close")
                ? linker.downcallHandle(found, function)
                : linker.downcallHandle(found, function, Linker.Option.firstVariadicArg(2));
    }
}
