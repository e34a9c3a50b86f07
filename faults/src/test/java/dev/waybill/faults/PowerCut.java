package dev.waybill.faults;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.file.Path;

/// Cuts the power of a mounted file system: from this instant nothing more reaches its device, and what was written but not
/// synced is gone, as `EXT4_IOC_SHUTDOWN` does it. A sync that is under way in this instant may say yes all the same.
final class PowerCut {
    /// `_IOR('X', 125, uint32_t)`.
    private static final long GOING_DOWN = 0x8004587DL;

    /// The journal is not flushed before.
    private static final int AT_ONCE = 2;

    private PowerCut() {}

    @SuppressWarnings("restricted")
    static void of(Path folder) {
        Linker linker = Linker.nativeLinker();
        try (Arena arena = Arena.ofConfined()) {
            MethodHandle open =
                    linker.downcallHandle(
                            linker.defaultLookup().findOrThrow("open"),
                            FunctionDescriptor.of(
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.ADDRESS,
                                    ValueLayout.JAVA_INT),
                            Linker.Option.firstVariadicArg(2));
            MethodHandle ioctl =
                    linker.downcallHandle(
                            linker.defaultLookup().findOrThrow("ioctl"),
                            FunctionDescriptor.of(
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_INT,
                                    ValueLayout.JAVA_LONG,
                                    ValueLayout.ADDRESS),
                            Linker.Option.firstVariadicArg(2));
            MemorySegment how = arena.allocateFrom(ValueLayout.JAVA_INT, AT_ONCE);
            int file = (int) open.invokeExact(arena.allocateFrom(folder.toString()), 0);
            if (file < 0 || (int) ioctl.invokeExact(file, GOING_DOWN, how) != 0) {
                throw new IllegalStateException("the power of " + folder + " cannot be cut");
            }
            close(linker, file);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("restricted")
    private static void close(Linker linker, int file) throws Throwable {
        MethodHandle close =
                linker.downcallHandle(
                        linker.defaultLookup().findOrThrow("close"),
                        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        int _ = (int) close.invokeExact(file);
    }
}
